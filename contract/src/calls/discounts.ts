import { z } from 'zod';
import { Done, StoreScope } from '../common.ts';
import {
  Discount,
  DiscountCheck,
  DiscountCheckAnswer,
  DiscountCreate,
  DiscountEdit,
  DiscountMade,
  DiscountsAnswer,
} from '../discounts.ts';
import { call } from './call.ts';

const Target = z.object({ subdomain: z.string(), id: z.string() });
const done = { success: true };
const welcome = { code: 'BEMVINDO10', type: 'percentage', value: 10 } as const;

/** Discounts (SPEC.md section 7; DECISIONS.md, The API). */
export const discounts = {
  'POST /discounts': call({
    id: 'listDiscounts',
    access: 'discounts.edit',
    says: 'Lists the discounts of a store, newest first.',
    body: StoreScope,
    answer: DiscountsAnswer,
    refusals: [],
    example: {
      body: { subdomain: 'cidadealta' },
      answer: {
        ...done,
        discounts: [
          {
            ...welcome,
            _id: '06h0dkjdq8vs',
            minValue: 50,
            expiresAt: null,
            status: 'active',
            usageCount: 3,
            maxUsage: 100,
            limitBy: 'email',
            selectedCategories: [],
            selectedProducts: [],
            createdAt: '2026-11-23T12:00:00.000Z',
            version: 3,
          },
        ],
      },
    },
  }),
  'POST /discounts/create': call({
    id: 'createDiscount',
    access: 'discounts.edit',
    says: 'Adds a discount, whose code is unique in its store.',
    body: DiscountCreate,
    answer: DiscountMade,
    refusals: ['discount_limit', 'discount_ended', 'discount_taken', 'category_not_found', 'product_not_found'],
    example: {
      body: { ...welcome, subdomain: 'cidadealta', minValue: 50, usageLimit: 'limited', usageCount: 100 },
      answer: { ...done, discount: { _id: '06h0dkjdq8vs', code: 'BEMVINDO10' } },
    },
  }),
  'POST /discounts/edit/:subdomain/:id': call({
    id: 'editDiscount',
    access: 'discounts.edit',
    says: 'Changes a discount and keeps its uses; a limit below them is a conflict.',
    params: Target,
    body: DiscountEdit,
    answer: Done,
    versioned: Discount,
    refusals: [
      'discount_not_found',
      'changed_meanwhile',
      'discount_ended',
      'discount_taken',
      'conflict',
      'category_not_found',
      'product_not_found',
    ],
    example: { body: { ...welcome, value: 15, version: 3 }, answer: done },
  }),
  'DELETE /discounts/delete/:subdomain/:id': call({
    id: 'deleteDiscount',
    access: 'discounts.edit',
    says: 'Ends a discount for good; orders that are placed keep it.',
    params: Target,
    answer: Done,
    refusals: ['discount_not_found'],
    example: { answer: done },
  }),
  'POST /discounts/check': call({
    id: 'checkCoupon',
    access: 'shopper',
    limit: 'couponCheck',
    says: 'Tells what a coupon takes off a cart, by the same pricing as the order.',
    body: DiscountCheck,
    answer: DiscountCheckAnswer,
    refusals: [
      'coupon_unknown',
      'coupon_expired',
      'coupon_inactive',
      'coupon_exhausted',
      'coupon_not_for_products',
      'coupon_minimum',
      'coupon_needs_city_id',
      'coupon_needs_email',
      'coupon_needs_discord',
      'coupon_used',
      'rate_limited',
    ],
    example: {
      body: {
        subdomain: 'cidadealta',
        code: 'bemvindo10',
        idProducts: [{ id: '06h0dkk4a1cn', quantity: 2 }],
        email: 'ana@exemplo.com.br',
      },
      answer: { ...done, ...welcome, subtotal: 79.8, discount: 7.98, total: 71.82 },
    },
  }),
};
