import { faultKinds } from '../faults/fault-plan.ts';
import type { Exchange } from '../http/exchange.ts';
import { markup, type SafeMarkup } from '../http/html.ts';
import type { World } from '../world.ts';
import { sendPage } from './page-style.ts';
import { postCard } from './post-card.ts';

const PER_PAGE = 30;

/** Sends the page with the posts that all fake accounts received, newest first. */
export function sendOverview(
  exchange: Exchange,
  world: World,
  { status = 200, problem = null }: Readonly<{ status?: number; problem?: string | null }> = {},
): void {
  const requested = exchange.query.get('platform');
  const platform = world.names.find((name) => name === requested) ?? null;
  const posts = [...world.posts(platform)].reverse();
  const number = Math.max(1, Math.trunc(Number(exchange.query.get('page') ?? 1)) || 1);
  const postsOfPage = posts.slice((number - 1) * PER_PAGE, number * PER_PAGE);
  const hasMore = posts.length > number * PER_PAGE;
  sendPage(
    exchange,
    status,
    'Sandbox',
    markup`${problem !== null && markup`<p class="card alert" role="alert">${problem}</p>`}
      ${filters(world.names, platform)}
      <p role="status">
        ${posts.length === 1 ? '1 post received' : `${String(posts.length)} posts received`}
      </p>
      ${faultsCard(world)}
      ${posts.length === 0 && markup`<p class="card">Nothing has been published yet. What the product publishes appears here.</p>`}
      ${postsOfPage.map((post) => postCard(post, world))}
      ${hasMore && markup`<p><a href="${urlOfPage(platform, number + 1)}">Older posts</a></p>`} ${resetCard}`,
  );
}

const urlOfPage = (platform: string | null, page: number): string => {
  const params = new URLSearchParams({
    ...(platform && { platform }),
    ...(page > 1 && { page: String(page) }),
  });
  return params.size > 0 ? `/?${params.toString()}` : '/';
};

const filters = (names: readonly string[], current: string | null): SafeMarkup =>
  markup`<nav aria-label="Platforms">
    <ul>
      ${[null, ...names].map(
        (name) =>
          markup`<li>
            <a href="${urlOfPage(name, 1)}" ${name === current && markup` aria-current="page"`}
              >${name ?? 'all'}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;

const faultsCard = ({ faults, faultTargets }: World): SafeMarkup =>
  markup`<section class="card" aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${
      faults.waiting.length === 0
        ? markup`<p class="soft">None waits: every call is answered as it should be.</p>`
        : markup`<ul>
            ${faults.waiting.map(
              ({ platform, fault, times, account }) =>
                markup`<li>
                  ${platform}: ${fault}, ${times} more${account !== null && markup` for ${account}`}
                </li>`,
            )}
          </ul>`
    }
    <details>
      <summary>Inject a fault</summary>
      <form method="post" action="/control/faults">
        <label
          >Platform
          <select name="platform">
            ${faultTargets.map((name) => markup`<option>${name}</option>`)}
          </select></label
        >
        <label
          >Fault
          <select name="fault">
            ${faultKinds.map((kind) => markup`<option>${kind}</option>`)}
          </select></label
        >
        <label>Times <input name="times" type="number" min="0" max="100000" value="1" required /></label>
        <label
          >Seconds (for http429 and slowProcessing)
          <input name="retryAfterSeconds" type="number" min="0" max="86400" placeholder="30"
        /></label>
        <label>Account (empty for all) <input name="account" maxlength="300" /></label>
        <button>Inject fault</button>
      </form>
    </details>
  </section>`;

const resetCard = markup`<section class="card" aria-labelledby="reset">
  <h2 id="reset">Start again</h2>
  <details>
    <summary>Forget everything received</summary>
    <form method="post" action="/control/reset">
      <p class="soft">Posts, comments, media and faults go. Connected accounts stay connected.</p>
      <button>Reset the sandbox</button>
    </form>
  </details>
</section>`;
