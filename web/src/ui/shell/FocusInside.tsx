import { useFocusTrap } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** The focus goes in here, and stays. For what has come: of what is still on its way nothing can have it. */
export const FocusInside = ({ children }: { children: ReactNode }) => <div ref={useFocusTrap()}>{children}</div>
