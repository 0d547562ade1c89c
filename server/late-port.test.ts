import { describe, expect, it } from 'vitest';
import { assertAllBound, latePort } from './late-port.ts';

const createPorts = () => ({ posts: latePort<{ count(): number }>(), comments: latePort<object>() });

describe('latePort', () => {
  it('returns the module after it is bound', () => {
    const { posts } = createPorts();
    posts.bind({ count: () => 3 });
    expect(posts.get().count()).toBe(3);
  });

  it('throws for a call before the module is bound', () => {
    expect(() => createPorts().posts.get()).toThrow('before it was bound');
  });

  it('throws for a second module', () => {
    const { comments } = createPorts();
    comments.bind({});
    expect(() => comments.bind({})).toThrow('already bound');
  });
});

describe('assertAllBound', () => {
  it('throws an error that names each port without a module', () => {
    const ports = createPorts();
    expect(() => assertAllBound(ports)).toThrow('posts, comments');
    ports.posts.bind({ count: () => 0 });
    expect(() => assertAllBound(ports)).toThrow(/: comments$/);
  });

  it('accepts ports that are all bound', () => {
    const ports = createPorts();
    ports.posts.bind({ count: () => 0 });
    ports.comments.bind({});
    expect(() => assertAllBound(ports)).not.toThrow();
  });
});
