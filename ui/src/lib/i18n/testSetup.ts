/** Tests speak English, as the page does once main.ts has loaded the words; those without a page say nothing. */
import { setLocale } from './messages.svelte';

if (typeof document !== 'undefined') await setLocale('en');
