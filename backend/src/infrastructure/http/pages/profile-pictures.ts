import { Injectable } from '@nestjs/common';

/** URLs of pictures. Null: the user has no such picture, or it must not be shown now. */
export type ShownPictures = Readonly<{ bannerImageUrl: string | null; profileImageUrl: string | null }>;
type PicturesOf = (userId: string) => Promise<ShownPictures>;

/** Looks up a user's banner and photo. The module that stores them provides them; without that module no user has any. */
@Injectable()
export class ProfilePictures {
  #picturesOf: PicturesOf = () => Promise.resolve({ bannerImageUrl: null, profileImageUrl: null });

  answerBy(picturesOf: PicturesOf): void {
    this.#picturesOf = picturesOf;
  }

  of(userId: string): Promise<ShownPictures> {
    return this.#picturesOf(userId);
  }
}
