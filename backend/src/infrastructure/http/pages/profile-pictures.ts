import { Injectable } from '@nestjs/common';

/** Addresses. Null: the user has none, or it may not be shown now. */
export type ShownPictures = Readonly<{ bannerImageUrl: string | null; profileImageUrl: string | null }>;
type PicturesOf = (userId: string) => Promise<ShownPictures>;

/** Looks up a user's banner and photo. The module that keeps them answers; without it no user has any. */
@Injectable()
export class ProfilePictures {
  #of: PicturesOf = () => Promise.resolve({ bannerImageUrl: null, profileImageUrl: null });

  answerBy(of: PicturesOf): void {
    this.#of = of;
  }

  of(userId: string): Promise<ShownPictures> {
    return this.#of(userId);
  }
}
