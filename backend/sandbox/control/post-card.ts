import { markup, type SafeMarkup } from '../http/html.ts';
import type { PostedCard, PostedMedia, ReceivedPost } from '../platforms/sandbox-platform.ts';
import type { World } from '../world.ts';

/** One received post with its media, its comments and a form for a new comment. */
export function postCard(post: ReceivedPost, world: World): SafeMarkup {
  const { platform, account, remoteId, receivedAt, page, media, card, coverAt, comments } = post;
  return markup`<article class="card">
    <h2>${account}</h2>
    <p class="soft">
      ${platform}, <a href="${page}"><time datetime="${receivedAt}">${readableTime(receivedAt)}</time></a>
    </p>
    <p class="text">${post.text}</p>
    ${
      media.length > 0 &&
      markup`<ul class="media">
        ${media.map((one) => mediaItem(one, world))}
      </ul>`
    }
    ${coverAt !== undefined && markup`<p class="soft">Cover: the picture at ${(coverAt / 1000).toFixed(1)} s</p>`}
    ${card ? linkCard(card, world) : null}
    ${
      comments.length > 0 &&
      markup`<ul class="comments">
        ${comments.map(
          ({ author, text, receivedAt: at }) =>
            markup`<li>
              <p class="soft">${author}, <time datetime="${at}">${readableTime(at)}</time></p>
              <p class="text">${text}</p>
            </li>`,
        )}
      </ul>`
    }
    <details>
      <summary>
        Add a comment<span class="hidden"> to the post of ${account}, ${readableTime(receivedAt)}</span>
      </summary>
      <form method="post" action="/control/comments">
        <input type="hidden" name="platform" value="${platform}" />
        <input type="hidden" name="remoteId" value="${remoteId}" />
        <label>Author <input name="author" value="ben" required maxlength="100" /></label>
        <label>Comment <textarea name="text" rows="2" required maxlength="3000"></textarea></label>
        <button>Add comment</button>
      </form>
    </details>
    <p class="soft">${remoteId}</p>
  </article>`;
}

/** Shows a link card as readers see it: picture, title, description and URL. */
function linkCard({ url, title, description, picture }: PostedCard, { blobs }: World): SafeMarkup {
  const isShown = picture !== null && blobs.read(picture.sha256) !== null;
  return markup`<figure class="link">
    ${isShown && markup`<img src="/media/${picture.sha256}?type=${encodeURIComponent(picture.type)}" alt="" loading="lazy" />`}
    <figcaption>
      <strong>${title}</strong>
      ${description !== '' && markup`<p class="soft">${description}</p>`}
      <p class="soft">${url}</p>
    </figcaption>
  </figure>`;
}

function mediaItem({ type, bytes, sha256, alt }: PostedMedia, { blobs }: World): SafeMarkup {
  const words = `${type}, ${String(Math.ceil(bytes / 1024))} KiB${alt ? `, described as: ${alt}` : ', without description'}`;
  if (!blobs.read(sha256)) return markup`<li><p class="soft">${words} (no longer kept)</p></li>`;
  const url = `/media/${sha256}?type=${encodeURIComponent(type)}`;
  const name = alt || 'File without description';
  const element = type.startsWith('video/')
    ? markup`<video src="${url}" controls preload="metadata" aria-label="${name}"></video>`
    : markup`<img src="${url}" alt="${name}" loading="lazy" />`;
  return markup`<li>
    ${element}
    <p class="soft">${words}</p>
  </li>`;
}

const readableTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
