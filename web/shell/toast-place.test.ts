import { describe, expect, it } from 'vitest';
import { placeToasts } from './toast-place.ts';

const desktop = {
  width: 1280,
  height: 800,
  headerHeight: 64,
  toastHeights: [54],
  overlay: null,
  hasDialog: false,
};
const phone = { ...desktop, width: 390, height: 844 };
const usual = { kind: 'free', top: 76, right: 16 };

describe('toasts stand', () => {
  it.each([
    ['below the header', desktop, usual],
    [
      'at the top while a dialog is open',
      { ...desktop, hasDialog: true },
      { ...usual, kind: 'besideDialog', top: 12 },
    ],
    [
      'beside a menu at the right edge',
      { ...desktop, overlay: { left: 1008, top: 60, bottom: 500 } },
      { ...usual, right: 284 },
    ],
    [
      'in their place above a menu that is further down',
      { ...desktop, overlay: { left: 900, top: 200, bottom: 500 } },
      usual,
    ],
    [
      'beside such a menu, when they are too many for the room above it',
      { ...desktop, toastHeights: [54, 54], overlay: { left: 900, top: 200, bottom: 500 } },
      { ...usual, right: 392 },
    ],
    [
      'below a menu at the left edge',
      { ...desktop, overlay: { left: 20, top: 60, bottom: 300 } },
      { ...usual, top: 312 },
    ],
    [
      'below a menu on a phone',
      { ...phone, overlay: { left: 118, top: 60, bottom: 500 } },
      { ...usual, top: 512 },
    ],
    [
      'behind a menu that leaves no room, until it is closed',
      { ...phone, overlay: { left: 0, top: 60, bottom: 800 } },
      { ...usual, kind: 'covered' },
    ],
  ])('%s', (_, screen, place) => {
    expect(placeToasts(screen)).toEqual(place);
  });
});
