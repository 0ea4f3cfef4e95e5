import { describe, expect, it } from 'vitest';
import { findInterpreter } from '../../src/documents/hashbang.js';

describe('the interpreter that a first line names', () => {
  it.each([
    ['#!/usr/bin/env node', 'javascript'],
    ['#!/usr/bin/env node\r\nrequire("x")', 'javascript'],
    ['\uFEFF#!/usr/bin/node --harmony', 'javascript'],
    ['#! /usr/bin/env -S FORCE_COLOR=1 node --no-warnings', 'javascript'],
    ['#!/usr/local/bin/nodejs', 'javascript'],
    ['#!/usr/bin/env zx', 'javascript'],
    ['#!/usr/bin/env ts-node-script', 'typescript'],
    ['#!/usr/bin/env -S deno run --allow-net', 'typescript'],
    ['#!/usr/bin/env bun', 'typescript'],
    ['#!/bin/bash', 'shell'],
    ['#!/usr/bin/env sh -e', 'shell'],
    ['#!/opt/node/bin/python3', null],
    ['#!/usr/bin/env node-gyp', null],
    ['#!/usr/bin/env python3\n# calls node', null],
    ['require("x")\n#!/usr/bin/env node', null],
    ['', null],
  ])('%j', (text, expected) => {
    expect(findInterpreter(text)).toBe(expected);
  });
});
