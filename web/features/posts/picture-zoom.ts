type Point = { x: number; y: number };

const maxScale = 5;
const clickScale = 2.5;
const keyStep = 1.5;
/** A finger that moves further than this does not tap. */
const tapDistance = 8;
/** A finger that moves this far sideways turns to another picture. */
const swipeDistance = 60;

export type Zoom = { reset(): void; change(factor: number): void; toggle(at?: Point): void };

/**
 * Scales and moves an image inside its stage: two fingers or the wheel with Ctrl scale it, a finger or the mouse moves it,
 * a tap toggles, a swipe at its original size turns the page. The style is set through the DOM, which the policy permits.
 */
export function createZoom(
  stage: HTMLElement,
  image: HTMLElement,
  onSwipe: (direction: 1 | -1) => void,
): Zoom {
  let scale = 1;
  let offset: Point = { x: 0, y: 0 };
  let travelled = 0;
  let start: Point = { x: 0, y: 0 };
  const pointers = new Map<number, Point>();

  const apply = () => {
    const free = {
      x: limit(image.clientWidth, stage.clientWidth),
      y: limit(image.clientHeight, stage.clientHeight),
    };
    offset = { x: clamp(offset.x, free.x), y: clamp(offset.y, free.y) };
    image.style.transform = scale === 1 ? '' : `translate(${offset.x}px, ${offset.y}px) scale(${scale})`;
    stage.dataset.zoomed = String(scale > 1);
  };
  const limit = (size: number, room: number) => Math.max(0, (size * scale - room) / 2);
  const zoomTo = (wanted: number, at: Point = centre()) => {
    const next = Math.min(maxScale, Math.max(1, wanted));
    const { x, y } = fromCentre(at);
    offset = { x: x - ((x - offset.x) * next) / scale, y: y - ((y - offset.y) * next) / scale };
    scale = next;
    apply();
  };
  const centre = (): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const fromCentre = (at: Point): Point => ({ x: at.x - centre().x, y: at.y - centre().y });
  const toggle = (at?: Point) => zoomTo(scale > 1 ? 1 : clickScale, at);

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
    if (pointers.size === 1) {
      travelled = 0;
      start = pointOf(event);
    } else travelled = Number.POSITIVE_INFINITY;
  });
  stage.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    travelled = Math.max(travelled, distance(start, now));
    if (other)
      zoomTo((scale * distance(now, other)) / Math.max(1, distance(before, other)), middle(now, other));
    else if (scale > 1) {
      offset = { x: offset.x + now.x - before.x, y: offset.y + now.y - before.y };
      apply();
    }
  });
  const release = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0 || event.type === 'pointercancel') return;
    const moved = event.clientX - start.x;
    if (travelled < tapDistance) toggle(start);
    else if (Number.isFinite(travelled) && scale === 1 && Math.abs(moved) > swipeDistance)
      onSwipe(moved < 0 ? 1 : -1);
  };
  stage.addEventListener('pointerup', release);
  stage.addEventListener('pointercancel', release);
  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoomTo(scale * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), pointOf(event));
    },
    { passive: false },
  );

  return {
    reset: () => zoomTo(1),
    change: (factor) => zoomTo(factor > 0 ? scale * keyStep : scale / keyStep),
    toggle,
  };
}

const pointOf = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));
