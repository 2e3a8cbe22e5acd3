import { spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { startSandbox } from '../sandbox-server.ts';
import { callAt, LOCAL, MASTODON } from '../testing/sandbox-client.ts';
import { BoundedMap } from './bounded-map.ts';
import { Journal, type JournaledStore } from './journal.ts';

class Words implements JournaledStore<{ word: string }> {
  list: string[] = [];
  apply({ word }: { word: string }): void {
    this.list.push(word);
  }
  clear(): void {
    this.list = [];
  }
  isStillNeeded({ word }: { word: string }): boolean {
    return !word.startsWith('x');
  }
}

function inDirectory(work: (directory: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'journal-'));
  try {
    work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function open(directory: string): { words: Words; add: (word: string) => void; journal: Journal } {
  const journal = new Journal(directory, () => 0);
  const words = new Words();
  const commit = journal.channel('words', words);
  journal.load();
  return {
    words,
    journal,
    add: (word) => {
      commit({ word });
    },
  };
}

it('restores all entries after a restart', () => {
  inDirectory((directory) => {
    const before = open(directory);
    before.add('one');
    before.add('two\nlines');
    before.journal.close();
    const after = open(directory);
    expect(after.words.list).toEqual(['one', 'two\nlines']);
    after.journal.close();
  });
});

it('limits access to the owner of the file, even for a file that an earlier version created', () => {
  inDirectory((directory) => {
    const file = join(directory, 'journal.ndjson');
    const mode = () => statSync(file).mode & 0o777;
    open(directory).journal.close();
    expect(mode()).toBe(0o600);
    chmodSync(file, 0o644);
    open(directory).journal.close();
    expect(mode()).toBe(0o600);
  });
});

it('removes an incomplete line that a killed process left, and keeps later lines readable', () => {
  inDirectory((directory) => {
    const before = open(directory);
    before.add('één');
    before.journal.close();
    appendFileSync(join(directory, 'journal.ndjson'), '{"at":1,"to":"words","entry":{"wo');
    const during = open(directory);
    during.add('two');
    during.journal.close();
    const after = open(directory);
    expect(after.words.list).toEqual(['één', 'two']);
    after.journal.close();
  });
});

it('compacts a long journal to the entries that are still needed', () => {
  inDirectory((directory) => {
    const before = open(directory);
    before.add('kept');
    for (let index = 0; index < 18; index += 1) before.add('x'.repeat(1024 * 1024));
    before.journal.close();
    const shortened = open(directory);
    shortened.add('later');
    shortened.journal.close();
    expect(readFileSync(join(directory, 'journal.ndjson'), 'utf8').length).toBeLessThan(200);
    const after = open(directory);
    expect(after.words.list).toEqual(['kept', 'later']);
    after.journal.close();
  });
});

it('deletes the oldest entry of a full map, and reports the deleted entry', () => {
  const gone: string[] = [];
  const map = new BoundedMap<string, string>(2, (value) => gone.push(value));
  for (const name of ['a', 'b', 'c']) map.set(name, name);
  expect([[...map.values()], gone]).toEqual([['b', 'c'], ['a']]);
});

it('does not change the files of a running sandbox when its port is in use', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '' });
  const file = join(dataDir, 'sandbox', 'journal.ndjson');
  appendFileSync(file, 'half a line');
  await expect(startSandbox({ port: sandbox.port, dataDir, publicUrl: '' })).rejects.toThrow('EADDRINUSE');
  expect(readFileSync(file, 'utf8')).toBe('half a line');
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

it('keeps every change that it confirmed when its process is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const main = new URL('../main.ts', import.meta.url).pathname;
  const env = { ...process.env, SANDBOX_PORT: '0', DATA_DIR: dataDir, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (data: Buffer) => {
      resolve(data.toString());
    });
  });
  const port = Number(/:(\d+)\s*$/.exec(line)?.[1]);
  for (const status of ['one', 'two', 'three'])
    await callAt(port, MASTODON, '/api/v1/statuses', { token: 't', json: { status } });
  child.kill('SIGKILL');
  await ended;
  const sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '' });
  const posts = (await callAt(sandbox.port, LOCAL, '/control/posts', {})).json as { text: string }[];
  expect(posts.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});
