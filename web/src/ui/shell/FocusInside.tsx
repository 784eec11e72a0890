import { useFocusTrap } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** Moves the focus inside and traps it. Use it inside the loaded content: a placeholder has nothing to focus. */
export const FocusInside = ({ children }: { children: ReactNode }) => <div ref={useFocusTrap()}>{children}</div>
