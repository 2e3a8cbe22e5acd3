import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reuseOrEmpty, markBuilt } from './build-folder.ts';

const ID = 'f445e2da00';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'posthorn-builds-'));
  folder = join(parent, 'posthorn-f445e2da');
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

describe('the folder of a build', () => {
  it('is reused when its build is complete', () => {
    expect(reuseOrEmpty(folder, ID)).toBe(false);
    markBuilt(folder, ID);
    expect(reuseOrEmpty(folder, ID)).toBe(true);
  });

  it('is emptied when its build was interrupted or is of another commit', () => {
    reuseOrEmpty(folder, ID);
    writeFileSync(join(folder, 'half'), '');
    expect(reuseOrEmpty(folder, ID)).toBe(false);
    // Only the marker file of `compare` is left.
    expect(readdirSync(folder)).toEqual(['.built']);
    markBuilt(folder, 'f445e2da11');
    expect(reuseOrEmpty(folder, ID)).toBe(false);
  });

  it('is refused and kept when `compare` did not create it', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'work'), '');
    expect(() => reuseOrEmpty(folder, ID)).toThrow('did not make it. Move or remove it first.');
    expect(existsSync(join(folder, 'work'))).toBe(true);
  });

  it('is refused when it cannot be created, and the error names the folder that must be writable', () => {
    writeFileSync(join(parent, 'file'), '');
    expect(() => reuseOrEmpty(join(parent, 'file', 'build'), ID)).toThrow(
      `cannot be made (ENOTDIR). \`compare\` builds beside the working tree: allow yourself to write to ${join(parent, 'file')}.`,
    );
  });
});
