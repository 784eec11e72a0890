import { Skeleton } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { RecordSection } from './FieldGroup.tsx'

/** A section far down a record that loads when the user scrolls near it. `height` in pixels until then. */
export function NearSection({ title, height, children }: { title: string; height: number; children: ReactNode }) {
  const [isNear, setNear] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '100px' },
    )
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return (
    <RecordSection title={title}>
      <div ref={box}>{isNear ? children : <Skeleton height={height} />}</div>
    </RecordSection>
  )
}
