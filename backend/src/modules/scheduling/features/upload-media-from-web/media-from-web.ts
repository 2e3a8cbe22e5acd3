import type { CreatePostRequest } from '@posthorn/contracts/external/posts.http';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import { Uploads } from '#infrastructure/media/upload/uploads.ts';

type WithFiles = Pick<CreatePostRequest, 'mediaUrl' | 'media' | 'targets'>;
type WebRequest<Request> = Readonly<{
  ownerId: string;
  request: Request;
  signal: AbortSignal;
  mayFetch: () => void;
}>;
/** The URLs of our copies, by the URLs of the files on other servers. */
type Copies = ReadonlyMap<string, string>;

/** Downloads the files whose URLs a request contains, and stores them as uploads of the owner. */
@Injectable()
export class MediaFromWeb {
  readonly #ownOrigin: string;

  constructor(
    private readonly uploads: Uploads,
    { publicUrl }: Configuration,
  ) {
    this.#ownOrigin = new URL(publicUrl).origin;
  }

  /**
   * Fetches the files of a request, and runs `work` with a request that contains only our own URLs. Then
   * deletes the copies that no post uses, so that a dry run or a refused request leaves nothing. `mayFetch`:
   * throws when this request must not fetch files.
   * @throws RequestRefused when a file cannot be fetched or used; the errors of `mayFetch` and `work`
   */
  async withFetchedFiles<Request extends WithFiles, Result>(
    { ownerId, request, signal, mayFetch }: WebRequest<Request>,
    work: (request: Request) => Promise<Result>,
  ): Promise<Result> {
    const copies = new Map<string, string>();
    try {
      for (const url of urlsOf(request).map((url) => this.#ownPath(url)))
        if (nameIn(url) === null && URL.canParse(url) && !copies.has(url)) {
          mayFetch();
          const { files } = await this.uploads.fetch({ ownerId, address: url, signal });
          const [copy] = files;
          if (!copy) throw new Error('A fetched file has no upload.');
          copies.set(url, copy.mediaUrl);
        }
      return await work(this.#withOwn(request, copies));
    } finally {
      await this.uploads.discardUnused([...copies.values()].flatMap((own) => nameIn(own) ?? []));
    }
  }

  #withOwn<Request extends WithFiles>(request: Request, copies: Copies): Request {
    const localUrl = (url: string) => copies.get(this.#ownPath(url)) ?? this.#ownPath(url);
    const { mediaUrl, media, targets } = request;
    return {
      ...request,
      ...(mediaUrl !== undefined && { mediaUrl: localUrl(mediaUrl) }),
      ...(media && { media: media.map((file) => ({ ...file, url: localUrl(file.url) })) }),
      ...(targets && {
        targets: targets.map((target) =>
          target.mediaUrls ? { ...target, mediaUrls: target.mediaUrls.map(localUrl) } : target,
        ),
      }),
    };
  }

  /**
   * The path of an upload, if the URL begins with the origin of this server. Other URLs stay unchanged.
   */
  #ownPath(url: string): string {
    return url.startsWith(`${this.#ownOrigin}/`) ? url.slice(this.#ownOrigin.length) : url;
  }
}

const urlsOf = ({ mediaUrl, media = [] }: WithFiles): readonly string[] => [
  ...(mediaUrl === undefined ? [] : [mediaUrl]),
  ...media.map(({ url }) => url),
];
