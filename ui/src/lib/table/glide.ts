/** Lets a thing of a list glide to its new place. */
import type { AnimationConfig } from 'svelte/animate';
import { flip } from 'svelte/animate';

type Way = { from: DOMRect; to: DOMRect };

/** What is not drawn, on a sheet that is folded away say, has no size to glide with. */
export function glide(node: Element, way: Way, { duration }: { duration: number }): AnimationConfig {
  const drawn = way.from.width > 0 && way.to.width > 0;
  return drawn ? flip(node, way, { duration }) : { duration: 0 };
}
