import type { MediaTypeModel } from "@metadata-service/spec-tools";

/**
 * Returns the media type that the `Accept` header prefers (RFC 9110, section 12.5.1). If several are equally
 * acceptable, JSON is chosen, or else the first in the spec. If none is acceptable, the same rule applies, because few
 * specs document a 406.
 */
export function chooseMedia(
  content: readonly MediaTypeModel[],
  accept: string | undefined,
): MediaTypeModel | undefined {
  const usual = content.find(({ mediaType }) => mediaType === "application/json") ?? content[0];
  if (!accept || content.length < 2) return usual;
  const ranges = accept.split(",").map(rangeOf);
  const qualityOf = (media: MediaTypeModel | undefined) => (media ? quality(media.mediaType, ranges) : 0);
  return content.reduce((best, one) => (qualityOf(one) > qualityOf(best) ? one : best), usual);
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}

/** Returns the quality of the most specific range that matches a media type. */
function quality(mediaType: string, ranges: readonly Range[]): number {
  const name = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const [group] = name.split("/");
  for (const type of [name, `${group}/*`, "*/*"]) {
    const range = ranges.find((one) => one.type === type);
    if (range) return range.quality;
  }
  return group !== undefined && name === `${group}/*`
    ? (ranges.find(({ type }) => type.startsWith(`${group}/`))?.quality ?? 0)
    : 0;
}
