import { describe, expect, it } from 'vitest';
import { centred, moveBy, squareOf } from './crop.ts';

const landscape = { width: 1_600, height: 900 };

describe('squareOf', () => {
  it('shows the largest square in the centre', () => {
    expect(squareOf(landscape, centred)).toEqual({ x: 350, y: 0, size: 900 });
  });

  it('stays within the picture at any zoom', () => {
    for (const zoom of [0, 1, 2.5, 100])
      for (const at of [-1, 0, 0.5, 1, 2]) {
        const { x, y, size } = squareOf(landscape, { zoom, x: at, y: at });
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + size).toBeLessThanOrEqual(1_600);
        expect(y + size).toBeLessThanOrEqual(900);
        expect(size).toBeGreaterThanOrEqual(225);
      }
  });
});

describe('moveBy', () => {
  it('moves the picture with the pointer', () => {
    const moved = moveBy(landscape, centred, { x: 30, y: 0 }, 300);
    expect(squareOf(landscape, moved)).toEqual({ x: 260, y: 0, size: 900 });
  });

  it('turns back at once after the edge was reached', () => {
    const atEdge = moveBy(landscape, centred, { x: -10_000, y: 0 }, 300);
    expect(squareOf(landscape, atEdge).x).toBe(700);
    expect(squareOf(landscape, moveBy(landscape, atEdge, { x: 100, y: 0 }, 300)).x).toBeCloseTo(400);
  });
});
