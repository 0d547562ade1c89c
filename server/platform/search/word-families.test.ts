import { describe, expect, it } from 'vitest';
import { adopt, fullPrefix, listedFamilyOf } from './word-families.ts';

const rootOf = (word: string) => listedFamilyOf(word)?.root;

describe('a family that was written down', () => {
  it('has the words of its line, and no others that look like them', () => {
    expect(rootOf('таксист')).toBe(rootOf('таксопарк'));
    expect(rootOf('такса')).not.toBe(rootOf('такси'));
    expect(listedFamilyOf('небывальщина')).toBeUndefined();
  });

  it.each([
    ['около', 'околеть'],
    ['посетитель', 'сетовать'],
    ['бисер', 'бисировать'],
    ['поставщик', 'ставить'],
  ])('of «%s» is another one than that of «%s»', (word, other) => {
    expect(rootOf(word)).toBeDefined();
    expect(rootOf(word)).not.toBe(rootOf(other));
  });

  it('has the verbs that prefixes make of the words after its plus, each with a base of its own', () => {
    const [left, right] = [listedFamilyOf('облетать'), listedFamilyOf('перелетать')];
    expect(left?.root).toBe(rootOf('лететь'));
    expect(right?.root).toBe(rootOf('лететь'));
    expect(left?.base).not.toBe(right?.base);
  });

  it('adopts a word that rules derive from its verbs, unless the root is short or unknown', () => {
    const derive = (root: string) => ({ base: root, root });
    expect(adopt('бетонщик', false, derive('v:бетон')).root).toBe(rootOf('бетон'));
    expect(adopt('бел', false, derive('v:бел')).root).toBe('v:бел');
    expect(adopt('нечто', false, derive('v:неведом'))).toEqual(derive('v:неведом'));
  });

  it.each([
    ['со', 'с'],
    ['рас', 'раз'],
    ['вос', 'воз'],
    ['пере', 'пере'],
  ])('takes the prefix «%s» for «%s»', (prefix, full) => expect(fullPrefix(prefix)).toBe(full));
});
