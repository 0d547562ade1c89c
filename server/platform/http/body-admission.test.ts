import { describe, expect, it } from 'vitest';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import { createBodyAdmission } from './body-admission.ts';

const pools = [
  { upToBytes: 10, total: { bodies: 3, bytes: 25 }, perCaller: { bodies: 2, bytes: 15 } },
  { upToBytes: 100, total: { bodies: 1, bytes: 100 }, perCaller: { bodies: 1, bytes: 100 } },
];
const admission = () => createBodyAdmission({ pools, waitMs: 20 });
const unavailable = { kind: 'unavailable' };

describe('createBodyAdmission', () => {
  it('limits the number of bodies for each caller and in total', async () => {
    const bodies = admission();
    const claim = (caller: string) => bodies.acquire({ bytes: 1, callers: [caller] });
    await claim('a');
    await claim('a');
    await expect(claim('a')).rejects.toMatchObject(unavailable);
    const ofB = await claim('b');
    await expect(claim('c')).rejects.toMatchObject(unavailable);
    ofB.finishReading();
    await claim('c');
    expect(bodies.usage()).toEqual({ bodies: 3, bytes: 4 });
  });

  it('limits the bytes, which count until the response is sent', async () => {
    const bodies = admission();
    const first = await bodies.acquire({ bytes: 10, callers: ['a'] });
    first.finishReading();
    await expect(bodies.acquire({ bytes: 6, callers: ['a'] })).rejects.toMatchObject(unavailable);
    await bodies.acquire({ bytes: 10, callers: ['b'] });
    await expect(bodies.acquire({ bytes: 6, callers: ['c'] })).rejects.toMatchObject(unavailable);
    first.release();
    first.release();
    await bodies.acquire({ bytes: 6, callers: ['a'] });
    expect(bodies.usage()).toEqual({ bodies: 2, bytes: 16 });
  });

  it('counts a body for the network and for the account of its sender', async () => {
    const bodies = admission();
    await bodies.acquire({ bytes: 10, callers: ['network 1', 'account 1'] });
    await expect(bodies.acquire({ bytes: 10, callers: ['network 2', 'account 1'] })).rejects.toMatchObject(
      unavailable,
    );
    await bodies.acquire({ bytes: 10, callers: ['network 2', 'account 2'] });
  });

  it('admits waiting callers before one who has used up its share', async () => {
    const bodies = createBodyAdmission({ pools, waitMs: hangLimitMs });
    const held = await Promise.all(
      ['a', 'a', 'b'].map((caller) => bodies.acquire({ bytes: 1, callers: [caller] })),
    );
    const admitted: string[] = [];
    const ofA = bodies.acquire({ bytes: 1, callers: ['a'] }).then(() => admitted.push('a'));
    const ofC = bodies.acquire({ bytes: 1, callers: ['c'] }).then(() => admitted.push('c'));
    held[2]?.release();
    await ofC;
    expect(admitted).toEqual(['c']);
    held[0]?.release();
    await ofA;
  });

  it('has separate pools for long and short bodies', async () => {
    const bodies = admission();
    await bodies.acquire({ bytes: 100, callers: ['a'] });
    await expect(bodies.acquire({ bytes: 11, callers: ['b'] })).rejects.toMatchObject(unavailable);
    await bodies.acquire({ bytes: 10, callers: ['a'] });
  });
});
