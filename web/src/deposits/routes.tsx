import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const list = lazyRouteComponent(() => import('./DepositList.tsx'), 'DepositList')
const form = lazyRouteComponent(() => import('./DepositForm.tsx'), 'DepositForm')
const search = lazyRouteComponent(() => import('./ContractDepositList.tsx'), 'ContractDepositList')
const found = lazyRouteComponent(() => import('./ContractDepositView.tsx'), 'ContractDepositView')

const base = '/contracts/$contractId/security-deposit'

export const depositRoutes: ScreenRoute[] = [
  { path: '/contracts/contract-deposit', component: search },
  { path: '/contracts/contract-deposit/$contractId', component: found },
  { path: base, component: list },
  { path: `${base}/new`, component: form },
  { path: `${base}/create`, component: form },
  { path: `${base}/$depositId`, component: form },
  { path: `${base}/$depositId/view`, component: form },
  { path: `${base}/$depositId/edit`, component: form },
  { path: `${base}/$depositId/create`, component: form },
]
