import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import classes from './Tip.module.css'

interface TipProps {
  label: string
  side: 'right' | 'below'
  disabled?: boolean
  children: ReactNode
}

/** The label of an icon on hover and on focus; Escape hides it. Mantine's tooltip would be a tenth of the frame's weight. */
export function Tip({ label, side, disabled = false, children }: TipProps) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  const hide = () => setPlace(null)
  function show({ currentTarget }: SyntheticEvent) {
    const { right, top, bottom } = currentTarget.getBoundingClientRect()
    setPlace(side === 'right' ? { left: right + 8, top } : { left: right, top: bottom + 8 })
  }
  useEffect(() => {
    if (!place) return
    const follow = ({ key }: KeyboardEvent) => key === 'Escape' && setPlace(null)
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [place])
  return (
    <span
      style={{ display: 'block' }}
      // React fires no enter event if the element that was hovered before has been removed meanwhile.
      onPointerOver={(event) => event.pointerType !== 'touch' && show(event)}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {place && !disabled && (
        <span role="tooltip" className={classes['tip']} data-side={side} style={place}>
          {label}
        </span>
      )}
    </span>
  )
}
