/** A text and the class of texts that it represents. */
export interface Sample {
  text: string;
  about: string;
}
