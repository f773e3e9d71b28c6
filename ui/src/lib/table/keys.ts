/** Keyboard shortcuts of the table; `keyList.ts` lists them for the user. Everything is also reached with Tab and Enter. */
import { latinKey } from '$lib/state/keyboard';
import type { Table } from '$lib/state/table.svelte';
import type { TableContext } from './context';
import { thingOf } from './gestures';

/** Where a key takes the focus: the first choice there, or the part itself. */
const PARTS: Record<string, string> = {
  b: '[data-part="board"]',
  c: '[data-part="hand"]',
  m: '[data-part="bank"], [data-part="display"]',
  p: '[data-part="players"]',
  l: '[data-part="log"]',
};
/** Keys that act, and mean what they mean once an answer that is awaited has come. */
const ACTING = /^[utre1-9]$/;
const FOCUSABLE = '[data-action], button, [tabindex]';

export function shortcuts(event: KeyboardEvent, context: TableContext<Table>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const key = latinKey(event).toLowerCase();
  const part = PARTS[key];
  if (key === '/' || key === '?') {
    event.preventDefault();
    context.commands.run(key === '/' ? 'command' : 'keys');
  } else if (part) goTo(part);
  else if (key === 'x') ask(context);
  else if (key === 'escape') leave(context);
  else if (key === ' ' && context.table.stage.running) {
    context.table.stage.skip();
    event.preventDefault();
  } else if (key === 'h') context.commands.run('hint');
  else if (ACTING.test(key)) {
    const often = (key === 'u' || key === 'r') && !event.repeat;
    context.kept.do(key, () => act(key, context), often);
  }
}

function act(key: string, { table, commands }: TableContext<Table>): void {
  const question = table.question;
  if (!question) return;
  if (key === 'u' && question.can_undo) void table.control('undo');
  else if (key === 't' && question.can_undo) void table.control('restart');
  else if (key === 'r' && question.can_redo) void table.control('redo');
  else if (key === 'e' && question.can_end) void table.control('end');
  else {
    const bought = question.legal.filter((legal) => legal.kind === 'purchase' && legal.thing.id === key);
    if (question.phase === 'play') commands.run('card', Number(key));
    // Where a question mark is to be paid, the user says with what.
    else if (bought.length > 1) goTo(`[data-slot="${key}"]`);
    else if (bought[0]) void table.decide(bought[0].text);
  }
}

function leave(context: TableContext<Table>): void {
  const { table } = context;
  context.letGo();
  context.kept.drop();
  if (table.question?.phase === 'line') void table.control('undo');
}

/** What has the focus is asked about. */
function ask(context: TableContext<Table>): void {
  const thing =
    thingOf(document.activeElement) ?? thingOf(document.activeElement?.querySelector('[data-face]') ?? null);
  if (thing) context.tell(thing);
}

function goTo(selector: string): void {
  const part = document.querySelector(selector);
  const choice = part?.querySelector('[data-action]:not(:disabled)')?.closest('button, [role="button"]');
  const next = choice ?? (part?.matches('[tabindex]') ? part : part?.querySelector(FOCUSABLE));
  if (next instanceof HTMLElement || next instanceof SVGElement) next.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}
