import { beforeAll, describe, expect, it } from 'vitest';
import { loadMorphology, type Morphology } from './morphology.ts';
import { isSpelled } from './spelling.ts';

let morphology: Morphology;
beforeAll(async () => {
  morphology = await loadMorphology();
});

describe('the spelling dictionary', () => {
  it.each(['моторика', 'моторикой', 'лептонный', 'лептонного', 'салатовые'])('has «%s»', (word) =>
    expect(isSpelled(word, morphology)).toBe(true),
  );

  it.each(['превет', 'вагоновожатй', 'мурлыканее', 'клубинка', 'ы', '', 'а'.repeat(60)])(
    'does not have «%s»',
    (word) => expect(isSpelled(word, morphology)).toBe(false),
  );
});
