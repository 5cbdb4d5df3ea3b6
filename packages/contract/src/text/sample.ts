/** A text and the class of texts that it stands for. */
export interface Sample {
  text: string;
  about: string;
}
