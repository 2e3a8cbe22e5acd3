import type { PostView, TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { accountOn, accountsOf, targetFor } from '../../test/all-platforms.ts';
import { Creator } from '../../test/creator.ts';
import { eventually } from '../../test/eventually.ts';
import { inParallel } from '../at-rate.ts';

/** Platforms that accept posts with text only, so that only publishing calls are measured. */
const PLATFORMS = ['facebook', 'threads', 'twitter', 'linkedin', 'bluesky', 'mastodon'] as const;
const CONSENTS = [
  '/api/auth/facebook',
  '/api/auth/threads',
  '/api/auth/twitter',
  '/api/connect/linkedin',
] as const;
/** The number of Mastodon instances with accounts. Each other platform is one server. */
const INSTANCES = 4;
const CALLERS = 12;

type Member = Readonly<{ creator: Creator; targets: readonly TargetRequest[] }>;

export const addressOf = (member: number): string => `owner${String(member)}@example.com`;

/** Many creators, each with an account on each platform, for posts that are due at the same moment. */
export class Crowd {
  private constructor(private readonly members: readonly Member[]) {}

  /** Creates the crowd: signs in and connects accounts over HTTP, as people do. */
  static async assemble(product: Readonly<{ url: string; dataDir: string }>, size: number): Promise<Crowd> {
    const members: Member[] = [];
    const numbers = Array.from({ length: size }, (_, index) => index);
    await inParallel(numbers, CALLERS, async (number) => {
      const creator = await Creator.signedIn(product, addressOf(number));
      const instance = `https://i${String(number % INSTANCES)}.mastodon.sandbox.test`;
      await creator.connectMastodon(`token-${String(number)}`, instance);
      await creator.connectBluesky(`owner${String(number)}.sandbox.test`);
      for (const path of CONSENTS) await creator.connect(path, `owner${String(number)}`);
      const accounts = await eventually(async () => {
        const all = await accountsOf(creator);
        return PLATFORMS.map((platform) => accountOn(all, platform));
      });
      const targets: TargetRequest[] = [];
      for (const account of accounts) targets.push(await targetFor(creator, account));
      members.push({ creator, targets });
    });
    return new Crowd(members);
  }

  /** Each member creates `postsEach` posts for all their accounts. The texts begin with `name`. `due` is called for each post. */
  async schedule(name: string, postsEach: number, due: () => Date): Promise<void> {
    const posts = Array.from({ length: postsEach * this.members.length }, (_, index) => index);
    await inParallel(posts, CALLERS, async (index) => {
      const { creator, targets } = this.members[index % this.members.length] ?? this.#failEmpty();
      const { status, text } = await creator.client.post<PostView>('/api/posts', {
        content: `${name} ${String(index)}.`,
        scheduledFor: due().toISOString(),
        targets,
      });
      if (status >= 300) throw new Error(`The response to a post was ${String(status)}: ${text}`);
    });
  }

  /** For posts whose text begins with `name`: the number of targets in each state, as their owners see them. */
  async shown(name: string): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const { creator } of this.members) {
      const { body } = await creator.client.get<readonly PostView[]>('/api/posts');
      for (const { targets } of body.filter(({ content }) => content.startsWith(`${name} `)))
        for (const { status } of targets) counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  /** The number of targets when each member writes one post. */
  get targets(): number {
    return this.members.reduce((sum, { targets }) => sum + targets.length, 0);
  }

  #failEmpty(): never {
    throw new Error('There is nobody in the crowd');
  }
}
