import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Constructor } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

const FOLDER = join(repositoryRoot(), 'backend', 'migrations');

const migrationOf = (file: string): Constructor<Migration> =>
  class extends Migration {
    override up(): void {
      this.addSql(readFileSync(join(FOLDER, file), 'utf8'));
    }
  };

/**
 * The files of `backend/migrations` in the order of their numbers. Databases store their names, so never edit, rename or delete a released file.
 */
export const migrations: readonly Readonly<{ name: string; class: Constructor<Migration> }>[] = readdirSync(
  FOLDER,
)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => ({ name: basename(file, '.sql'), class: migrationOf(file) }));
