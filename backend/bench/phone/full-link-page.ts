import type { UserView } from '@posthorn/contracts/identity/session.http';
import sharp from 'sharp';
import { uploadFile } from '../../test/all-platforms.ts';
import type { Creator } from '../../test/creator.ts';
import { eventually } from '../../test/eventually.ts';

const LINKS = ['Shop', 'Newsletter', 'Market days'];
const POSTS = 4;

/** Creates a user's link page with a banner, links, and published posts with pictures. Returns when it is visible. */
export async function createFullLinkPage(creator: Creator, handle: string): Promise<void> {
  const { client } = creator;
  const accounts = [await creator.connectBluesky(), await creator.connectMastodon()];
  const { id } = (await client.get<UserView>('/api/auth/user')).body;
  await client.call('PATCH', `/api/users/${id}`, { handle });
  for (const title of LINKS)
    await client.post('/api/link-page/links', { title, url: 'https://bakery.example/' });
  const form = new FormData();
  form.append('banner', await photo(1_800, 600));
  const { status, text } = await client.post(`/api/users/${id}/banner`, form);
  if (status >= 300) throw new Error(`The banner was not taken: ${text}`);
  for (let post = 1; post <= POSTS; post += 1) {
    const mediaFiles = [{ mediaUrl: await uploadFile(creator, await photo(1_800, 1_200)) }];
    const { body } = await creator.schedule(accounts, `Number ${String(post)}: bread of today.`, {
      mediaFiles,
    });
    await creator.settled(body.id, ['posted']);
  }
  await eventually(async () => {
    const page = await (await fetch(new URL(`/u/${handle}`, client.url))).text();
    if (page.split('<img').length - 1 < POSTS + 1)
      throw new Error('The page does not show all its pictures.');
  });
}

/** Creates a picture with soft shapes and some grain, with as many bytes as a photo. */
async function photo(width: number, height: number): Promise<File> {
  const noise = (of: Readonly<{ width: number; height: number; sigma: number }>) =>
    sharp({
      create: {
        width: of.width,
        height: of.height,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: of.sigma },
      },
    });
  const grain = await noise({ width, height, sigma: 12 }).png().toBuffer();
  const shapes = await noise({ width: width / 60, height: height / 60, sigma: 70 })
    .png()
    .toBuffer();
  const bytes = await sharp(shapes)
    .resize(width, height, { kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
}
