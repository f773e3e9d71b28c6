/** The pages, each loaded when somebody goes there: nobody waits for what others look at. */
import type { Route } from '$lib/state/router.svelte';

export const pages = {
  home: () => import('../pages/HomePage.svelte'),
  table: () => import('../pages/TablePage.svelte'),
  join: () => import('../pages/JoinPage.svelte'),
  replay: () => import('../pages/ReplayPage.svelte'),
  shared: () => import('../pages/ReplayPage.svelte'),
  help: () => import('../pages/HelpPage.svelte'),
  tutorial: () => import('../pages/TutorialPage.svelte'),
  puzzles: () => import('../pages/PuzzlesPage.svelte'),
  statistics: () => import('../pages/StatisticsPage.svelte'),
  analysis: () => import('../pages/AnalysisPage.svelte'),
};

/** Begins to load a page before it is shown; what fails is tried again and told then. */
export async function fetchPage(page: Route['page']): Promise<void> {
  if (page !== 'unknown') await pages[page]().catch(() => undefined);
}
