/** What the parts of the guide share: going to another place of it, on its own page or in a dialog. */
import { getContext, setContext } from 'svelte';

export interface BookContext {
  /** Goes to a topic, instead of following the link that was clicked. */
  follow: (event: MouseEvent, topic: string) => void;
}

const KEY = Symbol('guide');

export const provideBook = (book: BookContext): BookContext => setContext(KEY, book);
export const useBook = (): BookContext => getContext<BookContext>(KEY);
