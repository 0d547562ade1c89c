import { describe, expect, it } from 'vitest';
import { addVisit, maxVisits, type Visits, visitMs } from './visits.ts';

const visit = (visits: Visits, newestAt: string, now: number, postId = 1) =>
  addVisit(visits, { postId, newestAt, now });

describe('addVisit', () => {
  it('knows nothing new at the first visit', () => {
    expect(visit({}, 'a', 0).since).toBeNull();
  });

  it('returns the newest comment of the last visit, also after a reload', () => {
    const first = visit({}, 'a', 0);
    const second = visit(first.visits, 'b', visitMs);
    expect(second.since).toBe('a');
    const reload = visit(second.visits, 'c', visitMs + 1);
    expect(reload.since).toBe('a');
    expect(visit(reload.visits, 'd', 3 * visitMs).since).toBe('c');
  });

  it('remembers a limited number of discussions and forgets the oldest', () => {
    let visits: Visits = {};
    for (let id = 1; id <= maxVisits + 1; id += 1) ({ visits } = visit(visits, 'a', id, id));
    expect(Object.keys(visits)).toHaveLength(maxVisits);
    expect(visits[1]).toBeUndefined();
    expect(visits[2]).toBeDefined();
  });
});
