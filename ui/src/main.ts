import { mount } from 'svelte';
import App from './app/App.svelte';
import { setLocale } from '$lib/i18n';
import { loadMaps } from '$lib/state/maps.svelte';
import { showTheme } from '$lib/state/settings.svelte';
import '$lib/theme';
import './app/app.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
showTheme();
void loadMaps();
const wanted = new URLSearchParams(location.search).get('locale');
void setLocale(wanted ?? navigator.language.split('-')[0] ?? 'en').then(() => mount(App, { target }));
