/** Keyboard shortcuts of the table. Everything else is reached with Tab and Enter. */
import type { Table } from '$lib/state/table.svelte';
import type { TableContext } from './context';

export function shortcuts(event: KeyboardEvent, context: TableContext<Table>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const { table } = context;
  const question = table.question;
  const key = event.key.toLowerCase();
  if (key === 'escape') {
    context.leave();
    if (question?.phase === 'line') void table.control('undo');
    return;
  }
  if (key === ' ' && table.stage.running) {
    table.stage.skip();
    event.preventDefault();
    return;
  }
  if (!question) return;
  if (key === 'u' && question.can_undo) void table.control('undo');
  else if (key === 'r' && question.can_redo) void table.control('redo');
  else if (key === 'e' && question.can_end) void table.control('end');
  else if (key === 'h') context.commands.run('hint');
  else if (/^[1-9]$/.test(key)) context.commands.run('card', Number(key));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}
