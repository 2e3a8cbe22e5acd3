import { Injectable } from '@nestjs/common';

/** Addresses of pictures. Null: the user has no such picture, or it must not be shown now. */
export type ShownPictures = Readonly<{ bannerImageUrl: string | null; profileImageUrl: string | null }>;
type PicturesOf = (userId: string) => Promise<ShownPictures>;

/** Looks up a user's banner and photo. The module that stores them provides them; without that module no user has any. */
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
