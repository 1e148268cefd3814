import { IconFileText, IconPercentage, IconPhoneCall, IconReceipt, IconTags, IconZoomMoney } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const lendingPages: readonly ConsolePage[] = [
  {
    path: '/lending/applications',
    title: 'Applications',
    needs: ['LOAN_ORIGINATION', 'VIEW'],
    menu: { group: 'Lending', icon: IconFileText },
    load: () => import('./applications/applications-page.tsx'),
  },
  {
    path: '/lending/applications/new',
    title: 'New application',
    needs: ['LOAN_ORIGINATION', 'CREATE'],
    load: () => import('./applications/new-application-page.tsx'),
  },
  {
    path: '/lending/applications/$applicationId',
    title: 'Application',
    needs: ['LOAN_ORIGINATION', 'VIEW'],
    load: () => import('./applications/application-page.tsx'),
  },
  {
    path: '/lending/applications/$applicationId/offers/new',
    title: 'New offer',
    needs: ['LOAN_ORIGINATION', 'CREATE'],
    load: () => import('./offers/new-offer-page.tsx'),
  },
  {
    path: '/lending/offers',
    title: 'Offers',
    needs: ['LOAN_ORIGINATION', 'VIEW'],
    menu: { group: 'Lending', icon: IconReceipt },
    load: () => import('./offers/offers-page.tsx'),
  },
  {
    path: '/lending/offers/$offerId',
    title: 'Offer',
    needs: ['LOAN_ORIGINATION', 'VIEW'],
    load: () => import('./offers/offer-page.tsx'),
  },
  {
    path: '/lending/loans',
    title: 'Loans',
    needs: ['LOAN_SERVICING', 'VIEW'],
    menu: { group: 'Lending', icon: IconZoomMoney },
    load: () => import('./loans/loans-page.tsx'),
  },
  {
    path: '/lending/loans/new',
    title: 'New loan',
    needs: ['LOAN_SERVICING', 'CREATE'],
    load: () => import('./loans/new-loan-page.tsx'),
  },
  {
    path: '/lending/loans/$loanId',
    title: 'Loan',
    needs: ['LOAN_SERVICING', 'VIEW'],
    load: () => import('./loans/loan-page.tsx'),
  },
  {
    path: '/lending/collections',
    title: 'Collections',
    needs: ['LOAN_SERVICING', 'VIEW'],
    menu: { group: 'Lending', icon: IconPhoneCall },
    load: () => import('./collections/collections-page.tsx'),
  },
  {
    path: '/lending/products',
    title: 'Loan products',
    needs: ['LOAN_PRODUCTS', 'VIEW'],
    menu: { group: 'Lending', icon: IconTags },
    load: () => import('./products/products-page.tsx'),
  },
  {
    path: '/lending/products/new',
    title: 'New loan product',
    needs: ['LOAN_PRODUCTS', 'CREATE'],
    load: () => import('./products/new-product-page.tsx'),
  },
  {
    path: '/lending/products/$id',
    title: 'Loan product',
    needs: ['LOAN_PRODUCTS', 'VIEW'],
    load: () => import('./products/product-page.tsx'),
  },
  {
    path: '/lending/products/$id/edit',
    title: 'Edit a loan product',
    needs: ['LOAN_PRODUCTS', 'UPDATE'],
    load: () => import('./products/edit-product-page.tsx'),
  },
  {
    path: '/lending/rates',
    title: 'Loan rates',
    needs: ['LOAN_PRODUCTS', 'VIEW'],
    menu: { group: 'Lending', icon: IconPercentage },
    load: () => import('./rates/rates-page.tsx'),
  },
  {
    path: '/lending/rates/new',
    title: 'New rate',
    needs: ['LOAN_PRODUCTS', 'CREATE'],
    load: () => import('./rates/new-rate-page.tsx'),
  },
  {
    path: '/lending/rates/$id',
    title: 'Loan rate',
    needs: ['LOAN_PRODUCTS', 'VIEW'],
    load: () => import('./rates/rate-page.tsx'),
  },
  {
    path: '/lending/rates/$id/edit',
    title: 'Edit a loan rate',
    needs: ['LOAN_PRODUCTS', 'UPDATE'],
    load: () => import('./rates/edit-rate-page.tsx'),
  },
]
