import { PostFieldsDto } from '../schedule/post-fields.dto.ts';

/** Accounts stay as they were chosen. What is left out stays as it is. */
export class EditPostDto extends PostFieldsDto {}
