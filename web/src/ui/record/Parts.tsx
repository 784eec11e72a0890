import classes from './Parts.module.css'

/** The colour and the pattern of a part, by what the part stands for. */
export type Tone =
  | 'before'
  | 'closed'
  | 'done'
  | 'free'
  | 'lost'
  | 'moved'
  | 'open'
  | 'other'
  | 'used'
  | 'valid'
  | 'waiting'

interface Props {
  /** The parts in words, for screen readers; none within an image that has them. */
  label?: string
  height: string
  parts: readonly { tone: Tone | undefined; share: number }[]
}

/** The parts of a whole in one bar, each as long as its share. */
export const PartsBar = ({ label, height, parts }: Props) => (
  <div {...(label !== undefined && { role: 'img', 'aria-label': label })} className={classes['bar']} style={{ height }}>
    {parts.map(({ tone, share }, at) => (
      <span key={at} className={classes['tone']} data-tone={tone} style={{ flexGrow: share }} />
    ))}
  </div>
)

/** The tone of a part beside its name, in the legend of a bar. */
export const Swatch = ({ tone, size }: { tone: Tone | undefined; size: string }) => (
  <span
    className={`${classes['swatch']} ${classes['tone']}`}
    data-tone={tone}
    style={{ width: size, height: size }}
    aria-hidden
  />
)
