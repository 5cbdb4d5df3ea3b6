import { isInRange, type MediaType, parseMediaType, writtenAs } from "@metadata-service/server-rules";
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
  if (!accept || content.length < 2) return writtenAs(content, usual);
  const ranges = accept.split(",").map(parseMediaType);
  const qualityOf = (media: MediaTypeModel | undefined) =>
    media ? quality(parseMediaType(media.mediaType), ranges) : 0;
  const preferred = content.reduce((best, one) => (qualityOf(one) > qualityOf(best) ? one : best), usual);
  return writtenAs(content, preferred);
}

/** Returns the quality of the most specific range that includes a media type. */
function quality({ type, parameters }: MediaType, ranges: readonly MediaType[]): number {
  const known = new Map(parameters);
  const found = ranges.flatMap((range) => {
    const wanted = range.parameters.filter(([name]) => name !== "q" && known.has(name));
    const isIncluded = isInRange(type, range.type) || isInRange(range.type, type);
    if (!isIncluded || wanted.some(([name, value]) => known.get(name) !== value)) return [];
    const weight = range.parameters.find(([name]) => name === "q")?.[1];
    const specific = (range.type === "*/*" ? 0 : range.type.endsWith("/*") ? 1 : 2) + wanted.length / 100;
    return [{ specific, quality: weight === undefined ? 1 : Number(weight) || 0 }];
  });
  return found.reduce((best, one) => (one.specific > best.specific ? one : best), { specific: -1, quality: 0 }).quality;
}
