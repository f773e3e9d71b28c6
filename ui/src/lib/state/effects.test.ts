import { describe, expect, it } from 'vitest';
import { player, state } from '$lib/table/sample';
import { withEffect } from './effects';

const position = state(player(), player({ money: 6 }));

describe('an effect put on a position', () => {
  it('pays, moves and builds', () => {
    const after = withEffect(position, {
      seats: [
        {
          seat: 0,
          money: -3,
          goods: { brick: -1, wine: 2 },
          colonists_removed: ['sea roma'],
          colonists_added: ['sea massilia~roma'],
          houses: ['massilia'],
          points: { jupiter: 2, total: 2 },
        },
      ],
    } as never);
    const [me, other] = after.players;
    expect(me?.money).toBe(2);
    expect(me?.goods).toMatchObject({ brick: 0, wine: 3, food: 2 });
    expect(me?.colonists).toEqual(['land roma', 'sea massilia~roma']);
    expect(me?.houses).toEqual(['massilia']);
    expect(me?.points.total).toBe(9);
    expect(other).toBe(position.players[1]);
    expect(position.players[0]?.money).toBe(5);
  });

  it('plays a card onto the pile, and takes the pile back', () => {
    const played = withEffect(position, { seats: [{ seat: 0, played: 'senator', hand: -1 }] } as never);
    expect(played.players[0]?.discard).toEqual(['senator']);
    expect(played.players[0]?.hand).toEqual(['architect', 'tribune']);
    const back = withEffect(played, { seats: [{ seat: 0, hand: 2 }] } as never);
    expect(back.players[0]?.discard).toEqual([]);
    expect(back.players[0]?.hand_count).toBe(4);
  });

  it('turns markers and fills the display', () => {
    const after = withEffect(position, {
      markers: { gallia: 'coins' },
      display: [null, 'farmer'],
      deck: 8,
      praefectus_magnus: 0,
      concordia: 1,
    } as never);
    expect(after.markers).toEqual({ gallia: 'coins', italia: 'coins' });
    expect(after.display).toEqual([null, 'farmer']);
    expect([after.deck, after.praefectus_magnus, after.concordia]).toEqual([8, 0, 1]);
  });
});
