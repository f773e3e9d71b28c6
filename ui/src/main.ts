import { mount } from 'svelte';
import App from './app/App.svelte';
import '$lib/theme';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount(App, { target });
