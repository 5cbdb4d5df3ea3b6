/** A string, and the class of strings that it represents. */
export interface Sample {
  text: string;
  about: string;
}
