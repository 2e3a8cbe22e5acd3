import { describe, expect, it } from '@jest/globals';
import { isOurHost, servesMediaAt } from '../edge/host-check.ts';
import { mediaSource, ownMediaAddress, shownMediaAddress, withAddresses } from './media-addresses.ts';
import { plainPagePolicy, shellPolicy } from '../edge/security-headers.ts';

const CDN = 'https://cdn.example/files';
const OWN = '/media/AAAAAAAAAAAAAAAAAAAAAA.jpg';
const HOSTS = ['https://posts.example', CDN];
const SHOWN = `${CDN}${OWN}`;

describe('media URLs', () => {
  it('point to the host of MEDIA_URL in responses, and become our own URLs again in requests', () => {
    expect(shownMediaAddress(OWN, CDN)).toBe(SHOWN);
    expect(ownMediaAddress(SHOWN, HOSTS)).toBe(OWN);
    expect(ownMediaAddress(`https://posts.example${OWN}`, HOSTS)).toBe(OWN);
    expect(shownMediaAddress(OWN, null)).toBe(OWN);
  });
  it('stay unchanged when they are not ours', () => {
    for (const address of [
      'https://elsewhere.example/media/a.jpg',
      '/posts',
      'blob:1',
      `${CDN}.evil/media/a.jpg`,
    ]) {
      expect(shownMediaAddress(address, CDN)).toBe(address);
      expect(ownMediaAddress(address, HOSTS)).toBe(address);
    }
  });
  it('are replaced everywhere in a response, and other values stay unchanged', () => {
    const at = new Date(0);
    const response = {
      posts: [
        {
          content: OWN,
          mediaUrl: OWN,
          at,
          mediaFiles: [{ mediaUrl: OWN, thumbnailUrl: null }],
          targets: [{ mediaUrls: [OWN, OWN] }, { mediaUrls: null }],
        },
      ],
    };
    const shown = withAddresses(response, (address) => shownMediaAddress(address, CDN));
    expect(shown).toEqual({
      posts: [
        {
          content: OWN,
          mediaUrl: SHOWN,
          at,
          mediaFiles: [{ mediaUrl: SHOWN, thumbnailUrl: null }],
          targets: [{ mediaUrls: [SHOWN, SHOWN] }, { mediaUrls: null }],
        },
      ],
    });
    expect(withAddresses(shown, (address) => ownMediaAddress(address, HOSTS))).toEqual(response);
  });
});

it('recognizes media URLs in the field `url` only below `media`', () => {
  const own = (body: object) => withAddresses(body, (address) => ownMediaAddress(address, HOSTS));
  expect(own({ media: [{ url: SHOWN, altText: SHOWN }] })).toEqual({ media: [{ url: OWN, altText: SHOWN }] });
  for (const body of [{ url: SHOWN }, { links: [{ url: SHOWN }] }, { media: { inner: { url: SHOWN } } }])
    expect(own(body)).toEqual(body);
});

describe('the host of MEDIA_URL', () => {
  const media = { mediaUrl: CDN };
  it('is a source of images and videos for pages, and of nothing else', () => {
    expect(mediaSource({ mediaUrl: null })).toBeNull();
    const policy = shellPolicy([], null, mediaSource(media));
    expect(policy).toContain("img-src 'self' data: blob: https://cdn.example;");
    expect(policy).toContain("media-src 'self' blob: https://cdn.example;");
    expect(policy.match(/cdn\.example/gu)).toHaveLength(2);
    expect(shellPolicy([], null, null)).not.toContain('null');
    expect(plainPagePolicy([], [])).not.toContain('cdn.example');
  });
  it('serves files below /media/, and no other path', () => {
    const request = (host: string, path: string) => ({ headers: { host }, path });
    expect(servesMediaAt(request('CDN.example', OWN), media)).toBe(true);
    for (const [host, path] of [
      ['cdn.example', '/'],
      ['cdn.example', '/api/posts'],
      ['cdn.example', '/media'],
      ['other.example', OWN],
    ] as const)
      expect(servesMediaAt(request(host, path), media)).toBe(false);
    expect(servesMediaAt(request('posts.example', OWN), { mediaUrl: null })).toBe(false);
    expect(
      isOurHost('cdn.example', { publicUrl: 'https://posts.example', production: true, pagesDomain: null }),
    ).toBe(false);
  });
});
