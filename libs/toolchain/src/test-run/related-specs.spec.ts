import { describe, expect, it } from '@jest/globals';
import { relatedSpecs, moduleOf } from './related-specs.mjs';

const posts = 'backend/src/modules/scheduling';
const imports = (source: string, ...resolved: string[]) => ({
  source,
  dependencies: resolved.map((path) => ({ resolved: path })),
});

describe('relatedSpecs', () => {
  it('includes a spec that was changed itself', () => {
    expect(relatedSpecs([], [`${posts}/post.spec.ts`])).toEqual({ near: [`${posts}/post.spec.ts`], far: 0 });
  });

  it('includes specs of the same module, at any distance', () => {
    const modules = [
      imports(`${posts}/a.ts`, `${posts}/post.ts`),
      imports(`${posts}/b.ts`, `${posts}/a.ts`),
      imports(`${posts}/far/module.int.spec.ts`, `${posts}/b.ts`),
    ];
    expect(relatedSpecs(modules, [`${posts}/post.ts`]).near).toEqual([`${posts}/far/module.int.spec.ts`]);
  });

  it('includes specs of other modules up to two imports away, and counts the others', () => {
    const modules = [
      imports('backend/src/modules/inbox/a.ts', `${posts}/post.ts`),
      imports('backend/src/modules/inbox/a.spec.ts', 'backend/src/modules/inbox/a.ts'),
      imports('backend/src/modules/inbox/b.ts', 'backend/src/modules/inbox/a.ts'),
      imports('backend/src/modules/inbox/b.spec.ts', 'backend/src/modules/inbox/b.ts'),
    ];
    expect(relatedSpecs(modules, [`${posts}/post.ts`])).toEqual({
      near: ['backend/src/modules/inbox/a.spec.ts'],
      far: 1,
    });
  });

  it('excludes specs that start a whole product, and terminates when imports form a circle', () => {
    const modules = [
      imports(`${posts}/a.ts`, `${posts}/post.ts`),
      imports(`${posts}/post.ts`, `${posts}/a.ts`),
      imports('backend/test/posts.e2e.spec.ts', `${posts}/post.ts`),
    ];
    expect(relatedSpecs(modules, [`${posts}/post.ts`])).toEqual({ near: [], far: 0 });
  });
});

describe('moduleOf', () => {
  it.each([
    ['backend/src/modules/inbox/replies/a.ts', 'backend/src/modules/inbox'],
    ['backend/src/infrastructure/http/edge/a.ts', 'backend/src/infrastructure/http'],
    ['frontend/src/features/inbox/components/a.tsx', 'frontend/src/features/inbox'],
    ['libs/contracts/src/shared/a.ts', 'libs/contracts'],
    ['backend/src/main.ts', 'backend/src'],
  ])('%s belongs to %s', (path, module) => {
    expect(moduleOf(path)).toBe(module);
  });
});
