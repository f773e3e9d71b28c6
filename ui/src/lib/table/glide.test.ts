import { expect, it } from 'vitest';
import { glide } from './glide';

const place = (x: number, width: number) => new DOMRect(x, 0, width, width);

it('glides from the old place to the new one', () => {
  const way = glide(document.body, { from: place(0, 10), to: place(30, 10) }, { duration: 250 });
  expect(way.duration).toBe(250);
  expect(way.css).toBeDefined();
});

it('leaves alone what is not drawn', () => {
  expect(glide(document.body, { from: place(0, 0), to: place(30, 10) }, { duration: 250 })).toEqual({
    duration: 0,
  });
  expect(glide(document.body, { from: place(0, 10), to: place(0, 0) }, { duration: 250 })).toEqual({
    duration: 0,
  });
});
