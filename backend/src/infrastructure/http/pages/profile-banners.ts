import { Injectable } from '@nestjs/common';

/** Null: the user has no banner, or it may not be shown now. */
type BannerOf = (userId: string) => Promise<string | null>;

/** Looks up the address of a user's banner. The module that keeps banners answers; without it no user has one. */
@Injectable()
export class ProfileBanners {
  #of: BannerOf = () => Promise.resolve(null);

  answerBy(of: BannerOf): void {
    this.#of = of;
  }

  of(userId: string): Promise<string | null> {
    return this.#of(userId);
  }
}
