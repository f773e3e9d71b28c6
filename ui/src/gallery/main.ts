import { mount } from 'svelte';
import Gallery from './Gallery.svelte';
import '$lib/theme';

const target = document.getElementById('gallery');
if (!target) throw new Error('gallery.html has no #gallery');
mount(Gallery, { target });
