/**
 * Draws a board that the page was not built with: its map file on the coast of the world. In a worker of its own, since
 * it takes a second or two.
 */
import coast from 'world-atlas/land-50m.json?url';
import { complete } from '../../../scripts/lib/complete.mjs';
import { draw } from '../../../scripts/lib/draw.mjs';
import { landOf } from '../../../scripts/lib/geo.mjs';
import type { MapFile } from '../../../scripts/lib/types';

onmessage = async ({ data: map }: MessageEvent<MapFile>) => {
  const answer = await fetch(coast);
  const { drawn, surveyed } = complete(map, landOf(await answer.json()));
  postMessage(draw(drawn, surveyed));
};
