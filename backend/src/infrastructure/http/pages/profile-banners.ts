import { Injectable } from '@nestjs/common';

/** Null: they have none, or nobody may see it now. */
type BannerOf = (userId: string) => Promise<string | null>;

/** Where the address of somebody's banner is asked for. Whoever keeps banners answers; without them nobody has one. */
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
