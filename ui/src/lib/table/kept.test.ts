import { beforeEach, describe, expect, it } from 'vitest';
import { UnderWay } from '$lib/state/underWay';
import { Kept } from './kept.svelte';

describe('what is clicked while an answer is awaited', () => {
  let underWay = new UnderWay();
  let turn = 'first';
  let done: string[] = [];
  let answers: ((well: boolean) => void)[] = [];
  let kept = new Kept(underWay, { turn: () => turn, armed: () => false });

  const asks = (what: string) => (): void => {
    done.push(what);
    const answer = new Promise<boolean>((resolve) => answers.push(resolve));
    void underWay.whole(
      () => answer,
      (well) => well,
    );
  };
  const answer = async (well = true): Promise<void> => {
    answers.shift()?.(well);
    await new Promise((resolve) => setTimeout(resolve));
  };

  beforeEach(() => {
    underWay = new UnderWay();
    [turn, done, answers] = ['first', [], []];
    kept = new Kept(underWay, { turn: () => turn, armed: () => false });
  });

  it('is done at once if none is', () => {
    kept.do('a', asks('a'));
    expect(done).toEqual(['a']);
  });

  it('is done in order, each after the answer to the last', async () => {
    for (const about of ['a', 'b', 'c']) kept.do(about, asks(about));
    expect(done).toEqual(['a']);
    expect(kept.list.map(({ about }) => about)).toEqual(['b', 'c']);
    await answer();
    expect(done).toEqual(['a', 'b']);
    await answer();
    await answer();
    expect(done).toEqual(['a', 'b', 'c']);
    expect(kept.list).toEqual([]);
    kept.do('a', asks('a'));
    expect(done.at(-1)).toBe('a');
  });

  it('is done once, unless it may be done often', async () => {
    for (const about of ['a', 'a', 'b', 'a', 'b']) kept.do(about, asks(about));
    kept.do('u', asks('u'), true);
    kept.do('u', asks('u'), true);
    for (let i = 0; i < 5; i++) await answer();
    expect(done).toEqual(['a', 'b', 'u', 'u']);
  });

  it('is not done after what failed, or what did nothing', async () => {
    kept.do('a', asks('a'));
    kept.do('b', asks('b'));
    await answer(false);
    expect(done).toEqual(['a']);
    kept.do('a', asks('a'));
    kept.do('nothing', () => done.push('nothing'));
    kept.do('b', asks('b'));
    await answer();
    expect(done).toEqual(['a', 'a', 'nothing']);
    expect(kept.list).toEqual([]);
  });

  it('is not done in another turn', async () => {
    kept.do('end', asks('end'));
    kept.do('a', asks('a'));
    turn = 'second';
    await answer();
    expect(done).toEqual(['end']);
  });

  it('is forgotten when it is dropped', async () => {
    kept.do('a', asks('a'));
    kept.do('b', asks('b'));
    kept.drop();
    await answer();
    expect(done).toEqual(['a']);
  });

  it('has parts of its own that wait for nothing', async () => {
    kept.do('a', asks('a'));
    kept.do('b', () => kept.do('part', asks('part')));
    kept.do('c', asks('c'));
    await answer();
    expect(done).toEqual(['a', 'part']);
    await answer();
    expect(done).toEqual(['a', 'part', 'c']);
  });
});
