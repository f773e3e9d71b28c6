import { mount } from 'svelte';
import App from './app/App.svelte';
import { fetchPage } from './app/pages';
import { setLocale } from '$lib/i18n';
import { loadMaps } from '$lib/state/maps.svelte';
import { route } from '$lib/state/router.svelte';
import { firstLanguage, showTheme } from '$lib/state/settings.svelte';
import '$lib/theme';
import './app/app.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
showTheme();
void loadMaps();
void Promise.all([setLocale(firstLanguage()), fetchPage(route().page)]).then(() => {
  target.replaceChildren();
  mount(App, { target });
});
