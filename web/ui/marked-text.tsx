type MarkedPart = { text: string; is_match: boolean };

/** A text whose matching words are marked. The parts are text, so markup in them is shown as typed. */
export const MarkedText = ({ parts }: { parts: readonly MarkedPart[] }) => (
  <>
    {parts.map(({ text, is_match }, index) =>
      is_match ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity and never move
        <mark key={index} className="rounded-xs bg-accent-tint text-inherit">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </>
);
