import type { CreatePostRequest } from '@posthorn/contracts/external/posts.http';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import { Uploads } from '#infrastructure/media/upload/uploads.ts';

type WithFiles = Pick<CreatePostRequest, 'mediaUrl' | 'media'>;
type Asked<Request> = Readonly<{
  ownerId: string;
  request: Request;
  signal: AbortSignal;
  mayFetch: () => void;
}>;
/** The address of a file on the web, and our address of its copy. */
type Copies = ReadonlyMap<string, string>;

/** Stores files that a request names by addresses on the web as uploads of its owner. */
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
   * Runs `work` on the request with only our own addresses. Copies that no post uses at the end are deleted, so that a dry run and a refusal leave
   * nothing. `mayFetch` throws when this request must not fetch files.
   * @throws RequestRefused when a file cannot be fetched or used; what `work` throws
   */
  async during<Request extends WithFiles, Result>(
    { ownerId, request, signal, mayFetch }: Asked<Request>,
    work: (request: Request) => Promise<Result>,
  ): Promise<Result> {
    const copies = new Map<string, string>();
    try {
      for (const url of urlsOf(request).map((each) => this.#ownPath(each)))
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
    const own = (url: string) => copies.get(this.#ownPath(url)) ?? this.#ownPath(url);
    const { mediaUrl, media } = request;
    return {
      ...request,
      ...(mediaUrl !== undefined && { mediaUrl: own(mediaUrl) }),
      ...(media && { media: media.map((file) => ({ ...file, url: own(file.url) })) }),
    };
  }

  /** Uploads are named by their path, with or without the address of this server before it. */
  #ownPath(url: string): string {
    return url.startsWith(`${this.#ownOrigin}/`) ? url.slice(this.#ownOrigin.length) : url;
  }
}

const urlsOf = ({ mediaUrl, media = [] }: WithFiles): readonly string[] => [
  ...(mediaUrl === undefined ? [] : [mediaUrl]),
  ...media.map(({ url }) => url),
];
