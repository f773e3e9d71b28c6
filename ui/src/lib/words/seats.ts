/** What has changed about who plays: a bot that stands in for somebody, and somebody who is back. */
import type { SeatView } from '$lib/api/types';
import { t } from '$lib/i18n';

type Seat = Pick<SeatView, 'kind' | 'name' | 'mine' | 'stand_in'>;

export function seatNews(before: readonly Seat[], now: readonly Seat[]): string[] {
  return now.flatMap((seat, number) => {
    const stoodIn = before[number]?.stand_in ?? false;
    if (seat.stand_in === stoodIn) return [];
    if (!seat.stand_in) return [t('seats.returned', { name: seat.name })];
    if (!seat.mine) return [t('seats.replaced', { name: seat.name })];
    // Bots among themselves don't wait for anybody who might come back.
    const isLast = now.every(({ kind }) => kind === 'bot');
    return [t(isLast ? 'seats.replaced.last' : 'seats.replaced.mine', { name: seat.name })];
  });
}
