// Written by tools/fit-seq2seq.mjs (seed 11, 1200 steps); do not edit.
/* prettier-ignore */
export const SEQ2SEQ = {
  seed: 11, steps: 1200, dim: 12, hiddenDim: 8, grid: 16,
  sourceWords: "the a robot ball dog stone man hat picked took threw put up down away out because although it that was is heavy small new red old",
  targetWords: "der den ein einen Roboter Ball Hund Stein Mann Hut hob nahm warf setzte auf ab weg aus weil obwohl er das war ist schwer klein neu rot alt",
  sentences: [
    ["the robot picked up the ball because it was heavy","der Roboter hob den Ball auf weil er schwer war",[0,1,2,4,5,3,6,7,9,8]],
    ["a man threw away the hat although that is new","ein Mann warf den Hut weg obwohl das neu ist",[0,1,2,4,5,3,6,7,9,8]],
    ["the dog put down a stone","der Hund setzte einen Stein ab",[0,1,2,4,5,3]],
    ["the ball is red","der Ball ist rot",[0,1,2,3]],
  ],
  /* each: its shape, and its numbers times the grid, as signed bytes in base64 */
  tensors: {
    embedSource: [[27,12], "9xraHt/zCN714w/99xP3Iin6/dgEAh37HfH++RL+ChgC8Ani7gQIAQsSHvvj9Pfl/BcJ/RT6CR4K8Qn68/n/AuwNEQ0f+Brp7uj+CAX7GiD13/sG4/r3/APu8AMO8urjAesU7P/80+USHyMI6gEN7Nri/ercJAUZH+oZ59zt8vLtHfb19OAO4Rvo7fbjAh4fA+0k5QfxJtsdI+se7tQJ2vMSI9sYJtwaCuAl3/giKOoRJQYgDdYQ3BkSE+//H9we4h4f8gnz3xLnBuAPEBMn1xEn3wcDDQPl6gAo9NYX/REcF+sEDuUY6+Eh4R7l6uwOCxgBAOgHDOMaAugOCeoAFw4Q//IdFAD+FP4HE/wJDAbzBvzjEQsFDQHu4gP8/vTkGBD+7/4TAQ/vBBTx/wj3/P76/Bn/E/Lt8A8DCv4R9QruBAnv"],
    wEncoder: [[12,12], "Av4D/f8CAf4AA/4DAQAAAP8B/wD//wAB/gABAAD/AQABAAD/AwAAAAAC/gD/AQACAP//AQIAAAABAQH+Af8C/wICAf4CA/8CAAH+AQD//wH//gH/AAD+Af8AAQAA/wAAAAH/AQEA/wEAAAH///8D/wEA/wAAAQAAAAABAAEA/wAAAAAAAP8C/wABAf8BA/8C"],
    embedTarget: [[30,12], "/PoBA/4JAxEA7vrtA/j2CRsNDRcF9O3x//kABQMJCREA7vzwAvn4DSEOERoT+O3sDf8C9Qf3++8CCfYOCvwC/gbz/PMFB/oJEPoB9wjz+fX3EfL5DfYF+AH5/PX/CvoLDvMD+v4F/PD+CPgSC/kE9QP++uv/CvgUEgf1DQUHBNz9DBv9Ewv5DAUA/t/9Chb8EQf5CgUHAOH9CRf7FAb6BwUMAN4BDBX99QYNAhgJCwb5APz++AULAxkNDAsFA/sD9QUKABkLCwb/Bf798woI/xADBQsDAvr49OoZEOj3+BQJFO0O8eYeDuX3/hEAEPQNGBjyA/oP9hjw9fL7DiD3/QEM9hj3/uv4DQnhCfEJ8h0CCegMBwnmAPcS9RX8C+YLDfjv/Pv/8O4NF/cDEPf4/vwB8PEXG/ULFPn8/foC8O8UEfcEE/r0//kA8+8MDPkAEfnz+/sA8ekLGPIA4CrUIxPiBev05RQo"],
    wDecoder: [[12,12], "CfcC+vQF+v4C+PX/B/YH/Pj0/Pj5CgHy+f4E+QoLDAMg/P4FBwUHA/sA+gjvCgkABwX3Bgn5CP8BBQL+/gAGAPv5/P36Cv4NCRDsFQf0DfkJARL8+P76CgYEBP4DEggNBQncEQAHBgUB7wD+CvQC/AYG/gUF/+gPAv0B8vz7Av/+/Af1DgAD/wb+CgX7Avb4"],
    out: [[29,12], "1RDjEMzMN+Po8BbqORTcD8cK2ePP6fY73A/xGjXd9c8f7ibiNxfvDjwqy+Dd/QoyR8ro1inxGyMQ6Bne1xUc/hsqM+LN8OTY5jkr8iXhHSYk8CED2ur4DbkfJRw2/TDX2Mj8Kf3cJi7W3wAk0unT5QrbyQQy6Mzb8OkV6BAIyuY2FRoN1gEN89XoF+rDIvsjL+cU6tHo7/DxF97z1eEJ3jDs+v/h+RsnFPwa9hO7LuApE+kYyt7X6+EkItodGNULHe4f89wtJe8BGTEbJuH55zEg+vnbG88k1CMf7gXo4R3hA9gTEwop1v8t2g0bBQHT1iIf+tIg6y47IuAWBtsW5dsg4CnZ2d4HJT0HDtocJd8z9dEWH9ADOCMn7fA/GvH5MPIcLOsqJA/jF+vaLRsWJf/ZyPgB5tjdMiHe0fEfAx3cATTyDhfJ+fUI6i8MNMvf0iIKJew22R3YFRX1"],
    outBias: [[29], "///5/P8DBAINAwD5+/33+vn7+Afw9QcDBwgEBf0="],
    fixedState: [[29,12], "7BD2DwruBPz59A8TCA3/Bu4T++n9EBvq7BD1CQ/qBfv88wwQDAz8BPEQ+u3yEx3m/v4DAgcUFAkM+fj0/v8GBQgQFAgN9fryAPj+AggPDw4L8/3vAfz+/gkNEg0M8vfx+f7+AAsQEAsL8/fzAff/AgsMDxII8vfxEvgO8u309PPmAv4JD/cK8uvy9fboCf8DDvcO9O7y9PPnBQECCfYN8+3w8vTqBgMECPYA8Q7uG/QFDfMIC/cI8gz0GfcMBv4OCPQG9RP0EvkPCPgTC/0G8g7zGfsLC/UP7wsS+RIPAgPuFP4K8QgO+BQUBAnuE/wQ6+wRGOn79w/2DfoE7esMFuv3+xXtDPYEGALv9vf12PM1Bf39Fvvu/vzyzvI4Df4DGBHs+N4F8SDy/uX8GRDp+98H9x7vBOb/FhTu9toD+Bv1Aeb8GBPx/eIH9BzzA+b/Gw/p+eEE8SP3Ae4A"],
    fixedSummary: [[29,12], "AAD9/AL/AgP9AgT9/ggBAv7zAg769wH5//8A+//+AwP6AgX8/wH+CREE+wEI/QUEBfsAAgoE+wr++wX0/gf9AAEGBfn5+/z2AAsNAQL/AwgEAAIB/wT9B/YEAvsH/wb6///6CP37AQn0/gIJ+/oC+v4E9v3//P71/wT+Agf9BQgA+wT//wX/Agb8BQgC+gIB/gP9AQb7Bgf/+gQB/wT9AgX9Bwf/+gMB/v4F/QH6Bf/+AQEDAgL+/gX/BQL/+/0CAQMB/wT+Bv//AP8E/v8D/AIDAgb/+/wDAwkDAf4CAwD+Bf3+BgAC/fwH/v8DAfv/CQkDBvj9/fr+FgUG//0G/QEB/wsG+f71A/wX66j87wDh/ewRCu8a9W4l6NQlNAgHD8cxDPMQKOAQDfYbDe8o+QHS5cMF5/YWEPsZvwAPC+cM8BsU7Pf42fb1CwgnKdgjygEPDvMU7tv5AxAp"],
    fixedBias: [[29], "BQEFAgIFBgUFBP38//79/Pr5/Pz7/fwF7O3t7ew="],
    additiveW: [[8,12], "FgP3+wYW8AMCAPXnDfQE7gD6AwEA+uUF8BL+EfUG+RbwCf0OC/v5/O8O+PcHDvAECOoYBg/5AQEBDtwO6xYBCvkFBRbx+/MRDeAJ/P8YCf8ZAf7uBvwC9egb9wb3DALt"],
    additiveU: [[8,12], "AO4Q7AECBfsGCvoMBe7zAAL3+/Hx/g8OAAER7PsNAhAFCfb9ExnzF/4H/f0HAPYBBxLpGAH+8wDx9QrxBAMI7vgO7AH6CvkK8Aj+/wXvAgUD5RHqCgnrEQP3B/YA+gP8"],
    additiveV: [[8], "LNzc7yvX1+I="],
    generalW: [[12,12], "BfX6CPwD/gH8DvkDCxLuFQb9B/4B8gr59e4i5/n78v/9/QQK/g3mGAAF/ggDAPj+9Qj5/BD2DvcL+vT0+QoBBQAB/A/++Pv29v3w9wP5Efv7+v//+wb6C/wL/BMA+f7lCvHwCgQCFQUO/fb9CgQF+vUD8v36BPoFAwf+Df3z++r2/AwG/P8MA/r2+fkDCgYA"],
    concatW: [[8,24], "+wPvCQf5+xAE5+wT/fQU8/339wD1IAb9/OQKBg8FBAQBD+IMCQrsEQL88vfvAxD7/wUKBe376gLpC+0S8wIL8vj3+RADAwnyDO0SCAcE/wD5G+YX+gfuEwj3CP0B6Q3zDPP++Abq/AIACekd9gT4BwICAhT+8vvkBfYM7AnyAPsLD/QNGfv3/QEK/vEBEwIJB/0N/ekc/wX3FwjqBA3mFgT2A/f5/Qn4AQQDCvf7+AfuC/UY8v8C9v/8+RT0CAvt"],
    concatV: [[8], "Mh/UKCLw1+I="],
  },
};
